// Prints a line and ends: what any program that tells that it is ready costs to start.

#include <cstdio>

int main() {
    return std::puts("ready") < 0 ? 1 : 0;
}
