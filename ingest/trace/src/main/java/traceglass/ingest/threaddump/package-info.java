/// Import of thread dumps: text of jstack and `kill -3`, text and JSON of jcmd, Java dumps of OpenJ9, dumps of JRockit,
/// ANR traces of Android, and stacks of goroutines.
package traceglass.ingest.threaddump;
