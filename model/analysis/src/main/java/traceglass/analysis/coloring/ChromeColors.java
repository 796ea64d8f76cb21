package traceglass.analysis.coloring;

import java.util.Map;

/// Colors of the names that the field `cname` of the Trace Event Format may contain, as in Chrome's trace viewer.
final class ChromeColors {

    private static final Map<String, Integer> COLORS = Map.ofEntries(
            color("thread_state_uninterruptible", 0xB67D8F),
            color("thread_state_iowait", 0xFF8C00),
            color("thread_state_running", 0x7EC894),
            color("thread_state_runnable", 0x85A0D2),
            color("thread_state_sleeping", 0xF0F0F0),
            color("thread_state_unknown", 0xC79B7D),
            color("background_memory_dump", 0x00B4B4),
            color("light_memory_dump", 0x0000B4),
            color("detailed_memory_dump", 0xB400B4),
            color("vsync_highlight_color", 0x0000FF),
            color("generic_work", 0x7D7D7D),
            color("good", 0x007D00),
            color("bad", 0xB47D00),
            color("terrible", 0xB40000),
            color("black", 0x000000),
            color("grey", 0xDDDDDD),
            color("white", 0xFFFFFF),
            color("yellow", 0xFFFF00),
            color("olive", 0x646400),
            color("rail_response", 0x4387FD),
            color("rail_animation", 0xF44A3F),
            color("rail_idle", 0xEE8E00),
            color("rail_load", 0x0DA861),
            color("startup", 0xE6E600),
            color("heap_dump_stack_frame", 0x808080),
            color("heap_dump_object_type", 0x0000FF),
            color("heap_dump_child_node_arrow", 0xCC6600),
            color("cq_build_running", 0xFFFF77),
            color("cq_build_passed", 0x99EE66),
            color("cq_build_failed", 0xEE8888),
            color("cq_build_abandoned", 0xBBBBBB),
            color("cq_build_attempt_runnig", 0xDEDE4B),
            color("cq_build_attempt_passed", 0x67DA23),
            color("cq_build_attempt_failed", 0xC55151));

    private ChromeColors() {}

    private static Map.Entry<String, Integer> color(String name, int rgb) {
        return Map.entry(name, 0xFF000000 | rgb);
    }

    /// Returns the color, or null for an unknown name.
    static Integer of(String cname) {
        return COLORS.get(cname);
    }
}
