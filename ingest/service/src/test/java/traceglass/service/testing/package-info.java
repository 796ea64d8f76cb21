/// Producers, consumers, kernel files and real programs for tests of the service.
package traceglass.service.testing;
