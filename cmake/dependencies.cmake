# The third-party packages, all Debian's. Each is linked PRIVATE by the one module that wraps it;
# scripts/check/layers.py contains the table and enforces it.
find_package(Threads REQUIRED)
find_package(Python3 REQUIRED COMPONENTS Interpreter)  # the checks that run before the compiler, and tests
find_package(tl-expected REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(simdjson REQUIRED)
find_package(valijson REQUIRED)
find_package(CLI11 REQUIRED)
find_package(CURL REQUIRED)
find_package(ZLIB REQUIRED)
find_package(mimalloc REQUIRED)

find_package(PkgConfig REQUIRED)
pkg_check_modules(libyaml REQUIRED IMPORTED_TARGET yaml-0.1)
pkg_check_modules(re2 REQUIRED IMPORTED_TARGET re2)
pkg_check_modules(pcre2 REQUIRED IMPORTED_TARGET libpcre2-8)
pkg_check_modules(idn2 REQUIRED IMPORTED_TARGET libidn2)
pkg_check_modules(pistache REQUIRED IMPORTED_TARGET libpistache)
find_package(Boost 1.74 REQUIRED)

if(PLUMBLINE_TESTS)
    find_package(GTest REQUIRED)
endif()
find_package(benchmark QUIET)
