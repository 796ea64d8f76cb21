/// Import of the files of profilers of scripting languages: Austin and pstats of Python, stackprof and rbspy of Ruby,
/// Xdebug of PHP.
package traceglass.ingest.scripting;
