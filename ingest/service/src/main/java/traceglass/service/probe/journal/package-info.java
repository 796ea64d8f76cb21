/// The data source `linux.systemd_journald`: messages of the systemd journal. They are read with `journalctl`, whose
/// export format is stable, and not from the journal files, which rotate and use several compression formats.
@NullMarked
package traceglass.service.probe.journal;

import org.jspecify.annotations.NullMarked;
