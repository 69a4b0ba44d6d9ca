"""Codes to be scanned from a screen or a wall."""

from io import BytesIO

import segno


def drawn(address: str) -> bytes:
    """Return the QR code of an address as SVG."""
    drawing = BytesIO()
    segno.make(address, error="m").save(drawing, kind="svg", border=0, svgclass=None, lineclass=None)
    return drawing.getvalue()
