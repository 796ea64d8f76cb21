-- @case scales apply to all views below
INCLUDE PERFETTO MODULE android.winscope.viewcapture;
INCLUDE PERFETTO MODULE android.winscope.rect;
SELECT v.node_id, v.is_visible, r.x, r.y, r.w, r.h FROM android_viewcapture_view AS v JOIN android_winscope_trace_rect AS t ON t.id = v.trace_rect_id JOIN android_winscope_rect AS r ON r.id = t.rect_id ORDER BY v.id
