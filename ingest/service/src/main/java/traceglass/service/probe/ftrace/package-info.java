/// The probe `linux.ftrace`: kernel events from tracefs. One [FtraceController] owns a tracefs folder for all sessions
/// that record from it; the translation of pages is in the package `page`. Input: files of tracefs and configs.
@NullMarked
package traceglass.service.probe.ftrace;

import org.jspecify.annotations.NullMarked;
