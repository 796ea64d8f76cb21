/// Import of thread dumps: text of jstack and `kill -3`, text and JSON of jcmd, Java dumps of OpenJ9, dumps of JRockit,
/// and ANR traces of Android.
package traceglass.ingest.threaddump;
