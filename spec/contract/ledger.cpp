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

constexpr std::array<std::pair<Checkable, std::string_view>, 4> kCheckableNames{{
    {Checkable::kBlackBox, "black_box"},
    {Checkable::kControl, "control"},
    {Checkable::kPassive, "passive"},
    {Checkable::kNo, "no"},
}};

std::optional<Checkable> parse_checkable(std::string_view text) {
    for (const auto& [checkable, name] : kCheckableNames) {
        if (name == text) return checkable;
    }
    return std::nullopt;
}

const std::vector<std::string>& row_members() {
    static const std::vector<std::string> kMembers{
        "id", "area", "section", "statement", "basis", "checkable", "reason", "contradiction"};
    return kMembers;
}

/// Reads one row. Errors name the row's place in the file.
class RowReader {
  public:
    RowReader(const Document& document, const Json& row, std::string pointer)
        : document_(document), row_(row), pointer_(std::move(pointer)) {}

    Result<Requirement> read() const {
        if (!row_.is_object()) return problem("", "a ledger row must be an object");
        for (const auto& [key, value] : row_.items()) {
            if (std::find(row_members().begin(), row_members().end(), key) == row_members().end()) {
                return problem(
                    "/" + key,
                    "unknown member \"" + key + "\"; a row has " + join(row_members(), ", "));
            }
        }
        for (const char* key : {"id", "area", "section", "statement", "basis", "checkable"}) {
            if (!member(row_, key) || !row_[key].is_string()) {
                return problem("", std::string("a row needs the text \"") + key + "\"");
            }
        }
        return typed();
    }

  private:
    Result<Requirement> typed() const {
        const auto basis = parse_basis(row_["basis"].get<std::string>());
        if (!basis) return problem("/basis", "expected stated, implied, assumed or open");
        const auto checkable = parse_checkable(row_["checkable"].get<std::string>());
        if (!checkable) return problem("/checkable", "expected black_box, control, passive or no");
        Requirement requirement;
        requirement.id = row_["id"];
        requirement.area = row_["area"];
        requirement.section = row_["section"];
        requirement.statement = row_["statement"];
        requirement.basis = *basis;
        requirement.checkable = *checkable;
        requirement.reason = string_or(row_, "reason", "");
        requirement.where = document_.where(pointer_);
        if (*checkable == Checkable::kNo && requirement.reason.empty()) {
            return problem("", requirement.id + " is not checkable: say why in \"reason\"");
        }
        if (member(row_, "contradiction")) {
            requirement.contradiction = strings_or_empty(row_["contradiction"], "values");
            if (requirement.contradiction.size() < 2)
                return problem("/contradiction",
                               "expected {values: [...]} with the texts, two or more, between "
                               "which the description contradicts itself");
        }
        return requirement;
    }

    tl::unexpected<Error> problem(const std::string& at, std::string message) const {
        return fail(ErrorCode::kInvalid, std::move(message), document_.where(pointer_ + at));
    }

    const Document& document_;
    const Json& row_;
    std::string pointer_;
};

}  // namespace

std::string_view to_text(Checkable checkable) {
    return kCheckableNames[static_cast<std::size_t>(checkable)].second;
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
        auto row = RowReader(document, (*rows)[i], "/requirements/" + std::to_string(i)).read();
        if (!row) return fail(row.error());
        if (!seen.insert(row->id).second) {
            return fail(ErrorCode::kInvalid, "the id " + row->id + " stands twice", row->where);
        }
        ledger.requirements.push_back(std::move(*row));
    }
    return ledger;
}

Result<Ledger> load_ledger(const std::string& folder) {
    auto document = folder.empty() ? embedded_document("spec/documents/ledger.yaml")
                                   : load_document(folder + "/ledger.yaml");
    if (!document) return fail(document.error());
    return Ledger::load(*document);
}

}  // namespace plumbline
