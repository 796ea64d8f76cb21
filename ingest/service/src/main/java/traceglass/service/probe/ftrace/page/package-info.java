/// Parses kernel events from ftrace ring buffer pages and converts them to trace packets. Input: bytes of pages and
/// contents of format files. Does not access files or start threads.
@NullMarked
package traceglass.service.probe.ftrace.page;

import org.jspecify.annotations.NullMarked;
