/// Demangling: converts names of functions as used by linkers to those in the source.
package traceglass.sql.demangle;
