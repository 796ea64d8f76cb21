/// ELF binaries: sections, segments and build ids, and a cursor over their bytes.
///
/// Input: files. Output: sections and segments, decompressed. The packages that use sections interpret their contents.
package traceglass.ingest.elf;
