/// Tables of Apple's Instruments, as `xctrace export` writes them in XML.
package traceglass.ingest.instruments;
