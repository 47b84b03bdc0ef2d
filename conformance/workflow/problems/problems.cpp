#include "conformance/workflow/problems/problems.hpp"

#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <tuple>

namespace plumbline::workflow {
namespace {

/// What to_text writes before each note of an error.
constexpr std::string_view kNoteIndent = "  ";

/// The value of nodes that the document does not have.
const Json& missing_value() {
    static const Json kMissing;
    return kMissing;
}

DocumentNode child_of(const DocumentNode& node, std::string key, const Json& value) {
    const std::string token = escape_pointer_token(key);
    std::string pointer;
    pointer.reserve(node.pointer.size() + 1 + token.size());
    pointer.append(node.pointer).append(1, '/').append(token);
    return {&value, std::move(pointer), std::move(key), node.problems};
}

}  // namespace

DocumentNode DocumentNode::root(ProblemCollector& problems) {
    return {problems.document().root.get(), "", "", &problems};
}

DocumentNode DocumentNode::operator[](std::string_view member_key) const {
    const Json* found = member(*value, member_key);
    return child_of(*this, std::string(member_key), found ? *found : missing_value());
}

bool DocumentNode::exists() const {
    return value != &missing_value();
}

bool DocumentNode::has(std::string_view member_key) const {
    return member(*value, member_key) != nullptr;
}

std::vector<DocumentNode> DocumentNode::members() const {
    std::vector<DocumentNode> found;
    if (!value->is_object()) return found;
    found.reserve(value->size());
    for (const auto& [name, child] : value->items()) found.push_back(child_of(*this, name, child));
    return found;
}

std::vector<DocumentNode> DocumentNode::elements() const {
    std::vector<DocumentNode> found;
    if (!value->is_array()) return found;
    found.reserve(value->size());
    for (std::size_t i = 0; i < value->size(); ++i)
        found.push_back(child_of(*this, std::to_string(i), (*value)[i]));
    return found;
}

std::string DocumentNode::text() const {
    return as_string(*value).value_or("");
}

std::string DocumentNode::text(std::string_view member_key) const {
    return string_or(*value, member_key, "");
}

SourceRef DocumentNode::where() const {
    return problems->document().where(pointer);
}

void DocumentNode::report(ProblemSeverity severity,
                          std::string message,
                          const std::string& fix,
                          ErrorCode code) const {
    problems->add(severity, where(), std::move(message), fix, code);
}

void DocumentNode::error(std::string message, const std::string& fix, ErrorCode code) const {
    report(ProblemSeverity::kError, std::move(message), fix, code);
}

void DocumentNode::nonconforming(std::string message, const std::string& fix) const {
    report(ProblemSeverity::kNonconforming, std::move(message), fix);
}

void DocumentNode::warning(std::string message, const std::string& fix) const {
    report(ProblemSeverity::kWarning, std::move(message), fix);
}

void DocumentNode::suggest(std::string message, const std::string& fix) const {
    report(ProblemSeverity::kSuggestion, std::move(message), fix);
}

void for_each_step(ProblemCollector& problems,
                   const std::function<void(const DocumentNode&)>& visit) {
    for (const DocumentNode& workflow : DocumentNode::root(problems)["workflows"].elements()) {
        for (const DocumentNode& step : workflow["steps"].elements()) visit(step);
    }
}

bool is_arazzo_1_0(const Document& document) {
    return string_or(*document.root, "arazzo", "").starts_with("1.0.");
}

void ProblemCollector::add(ProblemSeverity severity,
                           const SourceRef& where,
                           std::string message,
                           std::string_view fix,
                           ErrorCode code) {
    Error error{code, std::move(message), where, {}};
    for (std::string_view line : split(fix, '\n')) {
        if (line.starts_with(kNoteIndent)) line.remove_prefix(kNoteIndent.size());
        if (!line.empty()) error.notes.emplace_back(line);
    }
    add(severity, std::move(error));
}

void ProblemCollector::add(ProblemSeverity severity, Error error) {
    // A shared component is read at each of its uses; its problems are reported once.
    const bool known =
        std::any_of(problems_.begin(), problems_.end(), [&](const SuiteProblem& problem) {
            return problem.error == error;
        });
    if (!known) problems_.push_back({severity, std::move(error)});
}

std::vector<SuiteProblem> ProblemCollector::sorted() const {
    std::vector<SuiteProblem> sorted = problems_;
    std::stable_sort(
        sorted.begin(), sorted.end(), [](const SuiteProblem& a, const SuiteProblem& b) {
            return std::tie(a.error.where.line, a.error.where.column) <
                   std::tie(b.error.where.line, b.error.where.column);
        });
    return sorted;
}

void require_arazzo_1_1(const DocumentNode& node, std::string_view what) {
    if (!is_arazzo_1_0(node.problems->document())) return;
    node.nonconforming(fmt::format("{} Arazzo 1.1, but the document declares 1.0", what),
                       "write `arazzo: 1.1.0` at the top");
}

std::string suggestion(std::string_view word, const std::vector<std::string>& names) {
    const std::string near = nearest_name(word, names);
    if (!near.empty()) return "did you mean \"" + near + "\"?";
    if (names.empty()) return "there are none";
    constexpr std::size_t kShown = 12;
    if (names.size() <= kShown) return "there is: " + join(names, ", ");
    return "there is: " + join({names.begin(), names.begin() + kShown}, ", ") + ", ...";
}

}  // namespace plumbline::workflow
