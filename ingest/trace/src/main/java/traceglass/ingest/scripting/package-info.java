/// Import of files from profilers for scripting languages: Austin and pstats for Python, stackprof and rbspy for Ruby,
/// Xdebug for PHP.
package traceglass.ingest.scripting;
