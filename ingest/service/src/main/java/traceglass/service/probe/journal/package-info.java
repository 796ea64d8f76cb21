/// The data source `linux.systemd_journald`: messages of the systemd journal. They are read from `journalctl`, whose
/// export format is stable, rather than from the journal's files, which are compressed in several ways and rotate.
@NullMarked
package traceglass.service.probe.journal;

import org.jspecify.annotations.NullMarked;
