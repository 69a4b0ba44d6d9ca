import pytest

from tests.cast import Cast, assemble


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return assemble()
