"""A plan for the book of points, which could once be made, is put aside with what was still to be paid by it."""

from django.db import migrations
from django.db.models.functions import Now


def put_aside(apps, schema_editor):
    plans = apps.get_model("ledger", "SettlementPlan").objects.filter(book__currency="PTS", superseded_at=None)
    payments = apps.get_model("ledger", "Payment").objects.filter(plan__in=plans, state__in=["proposed", "claimed"])
    payments.update(state="void")
    plans.update(superseded_at=Now())


class Migration(migrations.Migration):
    dependencies = [("ledger", "0003_names_at_the_desk")]

    operations = [migrations.RunPython(put_aside, migrations.RunPython.noop)]
