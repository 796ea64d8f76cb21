/// Writes JDK Flight Recorder events into traces of the SDK. Input: the event stream of this JVM; needs the JDK's
/// module `jdk.jfr`.
@NullMarked
package traceglass.sdk.jfr;

import org.jspecify.annotations.NullMarked;
