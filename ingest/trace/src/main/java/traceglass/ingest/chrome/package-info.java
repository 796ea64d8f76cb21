/// Packets that Chrome and its JavaScript engine write about themselves.
package traceglass.ingest.chrome;
