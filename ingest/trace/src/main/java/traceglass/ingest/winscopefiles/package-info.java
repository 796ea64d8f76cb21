/// Winscope files of Android 14 and older: snapshots of layers, windows, transitions and input methods, which are read
/// as the packets that newer versions write.
package traceglass.ingest.winscopefiles;
