/// A producer's side of shared memory, for tests.
package traceglass.service.testing;
