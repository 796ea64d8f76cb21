/// ELF binaries: sections, segments and build ids, and a cursor over their bytes.
///
/// Input: files. Output: sections and segments, decompressed. Other packages interpret the contents of sections.
package traceglass.ingest.elf;
