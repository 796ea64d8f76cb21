/// Records log messages of `java.util.logging` as events. Input: log records. Requires the JDK's module
/// `java.logging`.
@NullMarked
package traceglass.sdk.logging;

import org.jspecify.annotations.NullMarked;
