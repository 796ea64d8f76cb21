/// Chrome and related browsers, through the DevTools protocol: a browser that listens on a debugging port, or one that
/// is started for the recording. The browser's own tracing service accepts the same trace configs as other services.
@NullMarked
package traceglass.record.chrome;

import org.jspecify.annotations.NullMarked;
