/// Android devices connected by USB or Wi-Fi and emulators, through the adb server on TCP port 5037. Contains a small
/// client of adb's protocol and the three ways to record: the tracing service's socket (Android 10 and newer), its
/// command line tool (Android 9), and atrace (older versions).
@NullMarked
package traceglass.record.adb;

import org.jspecify.annotations.NullMarked;
