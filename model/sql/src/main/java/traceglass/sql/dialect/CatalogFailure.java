package traceglass.sql.dialect;

import java.sql.SQLException;

/// Carries an error of the catalog through the visitors of a tree.
public final class CatalogFailure extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient SQLException cause;

    /// Wraps an error of the catalog.
    public CatalogFailure(SQLException cause) {
        super(cause);
        this.cause = cause;
    }

    /// Returns the error of the catalog.
    public SQLException cause() {
        return cause;
    }
}
