/// Kernel events as the ring buffers of ftrace store them, and their translation to trace packets. Input: bytes of
/// pages and texts of format files; no files, no threads.
@NullMarked
package traceglass.service.probe.ftrace.page;

import org.jspecify.annotations.NullMarked;
