/// Winscope files of Android 14 and older: snapshots of layers, windows, transitions and input methods, which are
/// converted to the packets that newer versions write.
package traceglass.ingest.winscopefiles;
