/// Android devices, through the adb server on TCP port 5037: USB, Wi-Fi and emulators. Contains a small client of its
/// protocol and the three ways to record: the tracing service's socket (Android 10 and newer), its command line tool
/// (Android 9), atrace (older).
@NullMarked
package traceglass.record.adb;

import org.jspecify.annotations.NullMarked;
