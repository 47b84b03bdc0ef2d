#include "spec/contract/ledger.hpp"

#include "spec/base/text.hpp"
#include "spec/embedded/embedded.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <set>

namespace plumbline {
namespace {

constexpr std::array<std::pair<Checkability, std::string_view>, 4> kCheckableNames{{
    {Checkability::kBlackBox, "black_box"},
    {Checkability::kControl, "control"},
    {Checkability::kPassive, "passive"},
    {Checkability::kNo, "no"},
}};

const std::vector<std::string>& row_members() {
    static const std::vector<std::string> kMembers{
        "id", "area", "section", "statement", "basis", "checkable", "reason", "contradiction"};
    return kMembers;
}

/// Reads one row. Errors have the position of the row in the file.
class RequirementReader {
  public:
    RequirementReader(const Document& document, const Json& row, std::string pointer)
        : document_(document), row_(row), pointer_(std::move(pointer)) {}

    Result<Requirement> read() const {
        if (!row_.is_object()) return row_error("", "a ledger row must be an object");
        for (const auto& [key, value] : row_.items()) {
            if (std::find(row_members().begin(), row_members().end(), key) == row_members().end()) {
                return row_error(
                    "/" + key,
                    "unknown member \"" + key + "\"; a row has " + join(row_members(), ", "));
            }
        }
        for (const char* key : {"id", "area", "statement"}) {
            if (!member(row_, key))
                return row_error("", std::string("a row needs the text \"") + key + '"');
        }
        for (const char* key : {"id", "area", "section", "statement", "basis", "checkable"}) {
            if (const Json* text = member(row_, key); text && !text->is_string())
                return row_error(std::string("/") + key,
                                 "expected a text, got " + to_short_text(*text));
        }
        return parse_row();
    }

  private:
    Result<Requirement> parse_row() const {
        const auto basis = parse_basis(string_or(row_, "basis", to_text(Basis::kStated)));
        if (!basis) return row_error("/basis", "expected stated, implied, assumed or open");
        const auto checkable =
            parse_checkability(string_or(row_, "checkable", to_text(Checkability::kBlackBox)));
        if (!checkable)
            return row_error("/checkable", "expected black_box, control, passive or no");
        Requirement requirement;
        requirement.id = row_["id"].get<std::string>();
        requirement.area = row_["area"].get<std::string>();
        requirement.section = string_or(row_, "section", "");
        requirement.statement = row_["statement"].get<std::string>();
        requirement.basis = *basis;
        requirement.checkable = *checkable;
        requirement.reason = string_or(row_, "reason", "");
        requirement.where = document_.where(pointer_);
        if (*checkable == Checkability::kNo && requirement.reason.empty()) {
            return row_error("",
                             requirement.id + " is not checkable: give the reason in \"reason\"");
        }
        if (member(row_, "contradiction")) {
            requirement.contradiction = strings_or_empty(row_["contradiction"], "values");
            if (requirement.contradiction.size() < 2)
                return row_error("/contradiction",
                                 "expected {values: [...]} with the contradictory texts of the "
                                 "description, two or more");
        }
        return requirement;
    }

    tl::unexpected<Error> row_error(const std::string& at, std::string message) const {
        return fail(ErrorCode::kInvalid, std::move(message), document_.where(pointer_ + at));
    }

    const Document& document_;
    const Json& row_;
    std::string pointer_;
};

}  // namespace

std::string_view to_text(Checkability checkable) {
    return kCheckableNames[static_cast<std::size_t>(checkable)].second;
}

std::optional<Checkability> parse_checkability(std::string_view text) {
    for (const auto& [checkable, name] : kCheckableNames) {
        if (name == text) return checkable;
    }
    return std::nullopt;
}

const Requirement* Ledger::find(std::string_view id) const {
    for (const Requirement& requirement : requirements) {
        if (requirement.id == id) return &requirement;
    }
    return nullptr;
}

Result<Ledger> Ledger::load(const Document& document) {
    const Json* rows = member(*document.root, "requirements");
    if (!rows || !rows->is_array()) {
        return fail(
            ErrorCode::kInvalid, "a ledger needs the array \"requirements\"", document.where(""));
    }
    Ledger ledger;
    std::set<std::string> seen;
    for (std::size_t i = 0; i < rows->size(); ++i) {
        auto row =
            RequirementReader(document, (*rows)[i], "/requirements/" + std::to_string(i)).read();
        if (!row) return fail(row.error());
        if (!seen.insert(row->id).second) {
            return fail(ErrorCode::kInvalid, "the id " + row->id + " is used twice", row->where);
        }
        ledger.requirements.push_back(std::move(*row));
    }
    return ledger;
}

Result<Ledger> load_ledger() {
    const auto document = embedded_document("spec/documents/ledger.yaml");
    if (!document) return fail(document.error());
    return Ledger::load(*document);
}

}  // namespace plumbline
