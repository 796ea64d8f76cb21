-- Rectangles of layers, windows and views on their displays.

-- Rectangles, in pixels.
CREATE PERFETTO VIEW android_winscope_rect AS
SELECT id, x, y, w, h
FROM __intrinsic_winscope_rect;

-- Affine transforms of rectangles.
CREATE PERFETTO VIEW android_winscope_transform AS
SELECT id, dsdx, dtdx, tx, dtdy, dsdy, ty
FROM __intrinsic_winscope_transform;

-- Bounds of drawing or input, with their depth.
CREATE PERFETTO VIEW android_winscope_trace_rect AS
SELECT id, rect_id, group_id, depth, is_spy, is_visible, opacity, transform_id, border_width, border_color
FROM __intrinsic_winscope_trace_rect;
