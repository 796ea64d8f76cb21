/// Updates of installations that belong to a user: the list of channels, downloads, versions side by side, rollback.
///
/// No windows. The launcher of a package switches versions; this package prepares them. Packages of a package manager
/// are never changed.
@NullMarked
package traceglass.app.update;

import org.jspecify.annotations.NullMarked;
