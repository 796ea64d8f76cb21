/// What Chrome and its JavaScript engine record about themselves in packets of their own.
package traceglass.ingest.chrome;
