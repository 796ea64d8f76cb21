/// Import of the files of profilers of one language: Austin, pstats and pyinstrument of Python, stackprof and rbspy of
/// Ruby, Xdebug and XHProf of PHP, GHC of Haskell.
package traceglass.ingest.scripting;
