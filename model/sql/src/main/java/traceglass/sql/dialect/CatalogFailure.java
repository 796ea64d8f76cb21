package traceglass.sql.dialect;

import java.sql.SQLException;

/// Carries an error of the catalog through the visitors of a tree.
final class CatalogFailure extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient SQLException cause;

    CatalogFailure(SQLException cause) {
        super(cause);
        this.cause = cause;
    }

    SQLException cause() {
        return cause;
    }
}
