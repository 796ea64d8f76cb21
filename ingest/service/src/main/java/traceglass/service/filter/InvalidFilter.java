package traceglass.service.filter;

/// Thrown for a trace filter that can't be used.
public final class InvalidFilter extends Exception {

    private static final long serialVersionUID = 1;

    InvalidFilter(String problem) {
        super(problem);
    }
}
