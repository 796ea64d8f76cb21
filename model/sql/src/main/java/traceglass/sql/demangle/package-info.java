/// Names of functions as linkers write them, turned back into those of the source.
package traceglass.sql.demangle;
