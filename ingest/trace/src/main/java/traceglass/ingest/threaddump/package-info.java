/// Import of thread dumps: text of jstack and `kill -3`, text and JSON of jcmd, and ANR traces of Android.
package traceglass.ingest.threaddump;
