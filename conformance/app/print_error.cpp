#include "conformance/app/print_error.hpp"

#include "reports/reports.hpp"

namespace plumbline::app {

std::string printable(const std::string& text) {
    constexpr std::size_t kMaxShown = 2'000;
    return reports::one_line(text, kMaxShown);
}

void print_error(Error error, std::ostream& err) {
    error.message = printable(error.message);
    for (std::string& note : error.notes) note = printable(note);
    err << "plumbline: " << to_text(error) << '\n';
}

int report_setup_error(const Error& error, std::ostream& err) {
    print_error(error, err);
    return kInvalidSetup;
}

int report_error(const Error& error, std::ostream& err) {
    print_error(error, err);
    return error.code == ErrorCode::kUnreachable || error.code == ErrorCode::kTimeout
               ? kUnreachable
               : kInvalidSetup;
}

void print_diagnosis(const workflow::Diagnostics& diagnosis, std::ostream& err) {
    for (const Error& warning : diagnosis.warnings) err << "warning: " << to_text(warning) << '\n';
    for (const Error& error : diagnosis.errors) err << to_text(error) << '\n';
}

}  // namespace plumbline::app
