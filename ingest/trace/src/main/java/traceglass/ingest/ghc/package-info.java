/// Import of event logs of GHC's runtime system: threads of Haskell programs, garbage collections and profiles.
@NullMarked
package traceglass.ingest.ghc;

import org.jspecify.annotations.NullMarked;
