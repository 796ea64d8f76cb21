/// Reports about unexpected errors, and the log of the program. Nothing is sent anywhere.
@NullMarked
package traceglass.app.report;

import org.jspecify.annotations.NullMarked;
