/// Importers for profilers of a single language: Austin, pstats and pyinstrument (Python), stackprof and rbspy (Ruby),
/// Xdebug and XHProf (PHP), GHC (Haskell).
package traceglass.ingest.scripting;
