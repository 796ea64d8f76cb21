/// The data source `linux.ftrace`: kernel events from tracefs. One [FtraceController] owns a tracefs folder for all
/// sessions that record from it; the package `page` converts pages to packets. Input: files of tracefs and configs.
@NullMarked
package traceglass.service.probe.ftrace;

import org.jspecify.annotations.NullMarked;
