import pytest

from tests.cast import Cast, assemble


@pytest.fixture
def cast(db: None) -> Cast:
    return assemble()
