/// Tables of an analyzed trace as Perfetto's trace processor exports them: Arrow files in a tar file.
///
/// Input: Arrow IPC files. Output: rows of the tables with the same names.
package traceglass.ingest.arrow;
