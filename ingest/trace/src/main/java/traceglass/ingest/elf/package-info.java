/// Binaries in the ELF format: sections, segments and build ids, and a cursor over their bytes.
///
/// Input: files. Output: their parts, decompressed. What sections mean is known to the packages that read them.
package traceglass.ingest.elf;
