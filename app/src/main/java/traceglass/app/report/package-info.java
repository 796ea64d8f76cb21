/// Crash reports and the program's log. Nothing is sent over the network.
@NullMarked
package traceglass.app.report;

import org.jspecify.annotations.NullMarked;
