"""The ASGI entry point; SSE needs it."""

import os
import warnings

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "club.settings")
# WhiteNoise answers with a file, which Django reads in a thread: right for a small static file, and nothing else here
# streams from a synchronous iterator. Without this the web log has a line for each of them.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
application = get_asgi_application()
